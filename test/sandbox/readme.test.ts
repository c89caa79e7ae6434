import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sandboxTexts } from '../../main/sandbox/checks/finding.ts';
import { scenarioWords, testValues } from '../../main/sandbox/faults/directive-help.ts';
import { newFolder } from '../support/khatm.ts';
import { linkShippedPackages } from '../support/shipped-packages.ts';

/* Checks the page about the sandbox as a test server against the code. */

const root = path.resolve(import.meta.dirname, '../..');
const room = path.join(root, 'main', 'sandbox');
const page = readFileSync(path.join(room, 'README.md'), 'utf8');
const server = readFileSync(path.join(room, 'test-server.md'), 'utf8');
const [checks = '', gaps = ''] = server
  .slice(server.indexOf('## What it checks'))
  .split('## What it does not check');

const sources = ['checks/check-document.ts', 'checks/check-rules.ts', 'submissions.ts'].map((name) =>
  readFileSync(path.join(room, name), 'utf8'),
);
const codes = new Set([
  ...sources.flatMap((text) => [...text.matchAll(/(?:\berror\(|code: )'([^']+)'/g)].map(([, code]) => code)),
  ...Object.keys(sandboxTexts.chain).map((conflict) => `sandbox-${conflict}`),
]);

test('names every code with which a document is refused or warned of, and no other', () => {
  expect(codes.size).toBeGreaterThan(15);
  const named = new Set(
    [...checks.matchAll(/`((?:sandbox-|BR-|[A-Za-z]+[-_])[\w-]+)`/g)].map(([, code]) => code),
  );
  named.delete('sandbox-');
  // One is a directive and also a field of the call.
  named.delete('old-stamp-refused');
  expect([...named].sort()).toEqual([...codes].sort());
});

test('names every rule that is not checked, and says how many are', () => {
  const table = readFileSync(path.join(root, 'main', 'document', 'invoice', 'rules', 'RULES.md'), 'utf8');
  const rows = [...table.matchAll(/^\| (BR-\S+) \| \w+ \| ([a-z ]+) \|/gm)];
  // The sandbox checks this rule itself, because it concerns the time of sending.
  const unchecked = rows.filter(([, id, state]) => state !== 'checked' && id !== 'BR-KSA-98');
  const listed = [...gaps.matchAll(/\bBR-[A-Z0-9-]+/g)].map(([id]) => id);
  expect(listed.sort()).toEqual(unchecked.map(([, id]) => id).sort());
  expect(gaps).toContain(`- ${unchecked.length} business rules`);
  const checked = rows.filter(([, , state]) => state === 'checked');
  expect(checks).toContain(`${checked.length} of the authority's ${rows.length} business rules`);
});

test('lists the test values as the table of the code does', () => {
  const listed = [...page.matchAll(/^\| `(khatm-test: [^`]+)` \|/gm)].map(([, form]) => form);
  expect(listed).toEqual(testValues.map(({ form }) => form));
  expect(Object.keys(scenarioWords)).toContain('revoke');
});

test('the container has all that the sandbox needs', async () => {
  const steps = readFileSync(path.join(room, 'Containerfile'), 'utf8').split('\n');
  const folder = newFolder('container');
  const copied = steps
    .filter((step) => step.startsWith('COPY '))
    .flatMap((step) => step.split(' ').slice(1, -1));
  for (const name of copied) {
    expect(readdirSync(root)).toContain(name);
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  }
  linkShippedPackages(folder);
  const listIn = (name: string): string[] =>
    JSON.parse(steps.find((step) => step.startsWith(`${name} `))?.slice(name.length + 1) ?? '');
  const [program, ...args] = listIn('ENTRYPOINT');
  expect(program).toBe('node');
  const more = listIn('CMD').map((arg) => arg.replace('/data', folder).replace('8789', '0'));
  const child = spawn(process.execPath, [...args, ...more], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let text = '';
    for await (const chunk of child.stdout) {
      text += chunk;
      if (/password: \d{6}\n/.test(text)) break;
    }
    const [, address = ''] = /^page: (\S+)$/m.exec(text) ?? [];
    expect(await (await fetch(address)).text()).toContain('Plays: training');
  } finally {
    child.kill();
  }
  await once(child, 'close');
});
