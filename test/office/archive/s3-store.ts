import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { hasProgram } from '../../quarter/other-programs.ts';

/** True if moto's server is installed on this machine: a store that speaks S3, with versions and Object Lock. */
export const hasStore = hasProgram('moto_server');

export const storeSecret = 'store-secret-0123456789abcdef';

export interface Store {
  /** The environment variables for an office. */
  readonly environment: Readonly<Record<string, string>>;
  readonly client: S3Client;
  makeBucket(name: string, isLocking?: boolean): Promise<void>;
  stop(): Promise<void>;
}

export async function startStore(): Promise<Store> {
  const port = await freePort();
  const child = spawn('moto_server', ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  const address = `http://127.0.0.1:${port}`;
  await untilAnswers(child, address);
  const environment = {
    AWS_REGION: 'me-south-1',
    AWS_ENDPOINT_URL_S3: address,
    AWS_ACCESS_KEY_ID: 'archivist',
    AWS_SECRET_ACCESS_KEY: storeSecret,
  };
  const client = new S3Client({
    region: environment.AWS_REGION,
    endpoint: address,
    forcePathStyle: true,
    credentials: { accessKeyId: environment.AWS_ACCESS_KEY_ID, secretAccessKey: storeSecret },
  });
  return {
    environment,
    client,
    async makeBucket(Bucket, isLocking = true) {
      await client.send(new CreateBucketCommand({ Bucket, ObjectLockEnabledForBucket: isLocking }));
    },
    async stop() {
      client.destroy();
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function untilAnswers(child: ChildProcess, address: string): Promise<void> {
  for (let tries = 0; tries < 600 && child.exitCode === null; tries += 1) {
    const answered = await fetch(address).catch(() => undefined);
    if (answered !== undefined) return;
    await pause(200);
  }
  throw new Error('the store does not start');
}
