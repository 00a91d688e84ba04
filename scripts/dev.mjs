import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installWhenStale } from './steps/install.mjs';
import { main, root } from './steps/project.mjs';

await main(async () => {
  process.chdir(root);
  await installWhenStale();
  // As in the server, variables of the environment override the file.
  if (existsSync('.env')) process.loadEnvFile('.env');
  const WEB_PORT = process.env.WEB_PORT || '5173';
  const { MODE, DEMO, DATABASE_URL, APP_DATABASE_URL, DEV_TOOLS, HOST } = process.env;
  const demo = MODE ? MODE === 'demo' : DEMO ? DEMO === '1' : !DATABASE_URL && !APP_DATABASE_URL;
  const env = {
    ...process.env,
    WEB_PORT,
    // Forms and mailed links use the origin of the web app's dev server, because developers open that one.
    APP_URL: process.env.APP_URL || `http://localhost:${WEB_PORT}`,
    // Dev tools are on only on loopback, because the server refuses them on other addresses.
    DEV_TOOLS: DEV_TOOLS || (demo && (!HOST || HOST === '127.0.0.1') && !process.env.APP_URL ? '1' : '0'),
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
