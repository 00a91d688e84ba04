import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { installWhenStale } from './steps/install.mjs';
import { main, root } from './steps/project.mjs';

const WEB_PORT = process.env.WEB_PORT || '5173';

await main(async () => {
  process.chdir(root);
  await installWhenStale();
  const env = {
    ...process.env,
    WEB_PORT,
    // People open the web app's own server, so that is the origin which forms and mailed links belong to.
    APP_URL: process.env.APP_URL || `http://localhost:${WEB_PORT}`,
    DEV_TOOLS: process.env.DEV_TOOLS || '1',
  };
  const run = (script, ...args) =>
    spawn(process.execPath, [join(root, 'node_modules', script), ...args], { stdio: 'inherit', env });
  const children = [
    run('tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts'),
    run('vite/bin/vite.js', '--strictPort'),
  ];
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    for (const child of children) child.kill('SIGTERM');
  };
  for (const child of children) child.on('exit', end);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end);
});
