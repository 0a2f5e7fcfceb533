import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { childEnv } from '#test/support/child-env.ts';

/** Runs a command of `package.json` as a person would. */
export async function runScript(script: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [`scripts/${script}.ts`, ...args], {
    env: { ...childEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code: code as number, output };
}
