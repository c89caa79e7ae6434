import { contextBridge, ipcRenderer } from 'electron';

/*
 * Everything the page can reach: one channel of plain values. The contract gives them their meaning; both ends parse
 * every message by its schema.
 */
contextBridge.exposeInMainWorld('khatm', {
  call: (name: unknown, input: unknown) => ipcRenderer.invoke('khatm', name, input),
  on: (listener: (event: unknown) => void) => {
    const forward = (_: unknown, event: unknown) => listener(event);
    ipcRenderer.on('khatm', forward);
    return () => ipcRenderer.off('khatm', forward);
  },
});
