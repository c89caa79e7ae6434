import { contextBridge, ipcRenderer } from 'electron';

/* The page can reach one channel of plain values; both ends check every message against the contract. */
contextBridge.exposeInMainWorld('khatm', {
  call: (name: unknown, input: unknown) => ipcRenderer.invoke('khatm', name, input),
  on: (listener: (event: unknown) => void) => {
    const forward = (_: unknown, event: unknown) => listener(event);
    ipcRenderer.on('khatm', forward);
    return () => ipcRenderer.off('khatm', forward);
  },
});
