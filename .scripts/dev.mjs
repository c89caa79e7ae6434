// `npm run dev`: `npm start` with the screens from Vite's server, so that an edited screen changes in the open window or
// browser. Takes the options of `npm start`.
import { spawn } from 'node:child_process';
import { createServer as createSocketServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer, loadConfigFromFile } from 'vite';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const host = '127.0.0.1';

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createSocketServer().once('error', reject);
    server.listen(0, host, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

// The screens are served with the same configuration that builds them.
const file = path.join(root, '.scripts', 'electron.vite.config.ts');
const { renderer } = (await loadConfigFromFile({ command: 'serve', mode: 'development' }, file)).config;
const port = await freePort();
// The page has another address than Vite's server, so its client needs the server's address.
const hmr = { protocol: 'ws', host, clientPort: port };
const vite = await createServer({
  ...renderer,
  configFile: false,
  root: path.join(root, renderer.root),
  build: {},
  logLevel: 'error',
  server: { host, port, strictPort: true, hmr },
});
await vite.listen();

const terminal = spawn(
  process.execPath,
  [path.join(root, 'main', 'app', 'start.ts'), ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    env: { ...process.env, KHATM_SCREENS: `http://${host}:${port}` },
  },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => terminal.kill(signal));
terminal.once('exit', async (code) => {
  await vite.close();
  process.exit(code ?? 1);
});
