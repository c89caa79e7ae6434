import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  GetObjectCommand,
  type GetObjectCommandOutput,
  GetObjectLockConfigurationCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  PutObjectRetentionCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import * as z from 'zod';
import { isThisMachine } from '../../../shared/values/web-address.ts';
import { newScratch, removeOwn } from '../../base/platform/files/own-files.ts';
import { riyadhDayEnd } from '../../base/platform/riyadh-time.ts';
import { manifestName, objectName, sumsName, sumsOf } from '../../link/wire/archive/file-names.ts';
import { digestOf } from './archive-files.ts';
import { type Bucket, createUpload, digestOfVersion } from './s3-upload.ts';
import { type ArchiveSink, filesOf, neverAnew, PlaceError, partSuffix } from './sink.ts';

/*
 * Archives in a bucket with Object Lock, in any store that speaks S3. Files are uploaded before the database commits,
 * and locked afterwards: after a failure the uploaded files are not locked, and the next attempt replaces them.
 */

type Environment = Readonly<Record<string, string | undefined>>;

const missing: ReadonlySet<string> = new Set(['NotFound', 'NoSuchKey']);
/** Time limits in milliseconds: for connecting, and for waiting without receiving a byte. */
const connectMs = 10_000;
const silentMs = 60_000;

/**
 * @param place `s3://bucket/prefix`
 * @throws TypeError if the place or the environment variables name no store, without repeating a secret
 */
export async function openS3Sink(place: string, environment: Environment): Promise<ArchiveSink> {
  const { bucket, prefix } = placeOf(place);
  const endpoint = endpointOf(environment);
  const client = await openClient(endpoint, environment);
  return sinkOf({ place, keyOf: (name) => prefix + name, bucket: bucketOf(client, bucket) });
}

function placeOf(place: string) {
  const [, bucket, rest = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(place) ?? [];
  if (bucket === undefined) throw new TypeError(`${place}: no place such as s3://bucket/prefix`);
  return { bucket, prefix: rest === '' || rest.endsWith('/') ? rest : `${rest}/` };
}

function endpointOf({ AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL }: Environment): string | undefined {
  const endpoint = AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL;
  if (endpoint === undefined) return undefined;
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  const isPlainHere = url?.protocol === 'http:' && isThisMachine(url.hostname);
  if (url?.protocol !== 'https:' && !isPlainHere)
    throw new TypeError('AWS_ENDPOINT_URL_S3: no address such as https://s3.example');
  return endpoint;
}

async function openClient(endpoint: string | undefined, environment: Environment): Promise<S3Client> {
  const { AWS_REGION: region } = environment;
  if (region === undefined) throw new TypeError('AWS_REGION names the region of the bucket');
  // The cloud's metadata address is asked for the machine's role only if that is configured.
  process.env.AWS_EC2_METADATA_DISABLED ??= 'true';
  const client = new S3Client({
    region,
    // Self-hosted stores seldom have a host name for each bucket.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    maxAttempts: 4,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silentMs },
    // Only the checksums that we set ourselves are sent; older stores refuse others.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  await client.config.credentials().catch(() => {
    throw new TypeError(
      'no credentials for the store: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_SHARED_CREDENTIALS_FILE',
    );
  });
  return client;
}

function bucketOf(client: S3Client, name: string): Bucket {
  return {
    name,
    async ask(what, send) {
      try {
        return await send(client);
      } catch (error) {
        // An error of the client may contain the request, so only its code is used.
        const { name: code = '', $metadata } = error as {
          name?: string;
          $metadata?: { httpStatusCode?: number };
        };
        const status = $metadata?.httpStatusCode;
        throw new StoreError(
          `s3://${name}: ${what}: ${code}${status === undefined ? '' : ` (${status})`}`,
          code,
        );
      }
    },
  };
}

/** An error of the store; only its code is kept. */
class StoreError extends PlaceError {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

interface BucketFolder {
  readonly place: string;
  readonly bucket: Bucket;
  readonly keyOf: (name: string) => string;
}

function sinkOf(target: BucketFolder): ArchiveSink {
  const { place, bucket, keyOf } = target;
  const upload = createUpload(bucket);
  const head = (name: string) =>
    unlessMissing(
      bucket.ask('HeadObject', (client) =>
        client.send(new HeadObjectCommand({ Bucket: bucket.name, Key: keyOf(name) })),
      ),
    );
  const get = (name: string) =>
    unlessMissing(
      bucket.ask('GetObject', (client) =>
        client.send(new GetObjectCommand({ Bucket: bucket.name, Key: keyOf(name) })),
      ),
    );
  /** A file that somebody has overwritten must not be locked. A signature has no known digest to compare with. */
  const lockKnown = async (base: string, until: string, digests: Readonly<Record<string, string>>) => {
    for (const name of filesOf(base)) {
      const found = await head(name);
      if (found === undefined) throw new PlaceError(`${name} is not in ${place}`);
      if (isLockedUntil(found, until)) continue;
      const expected = digests[name];
      if (expected !== undefined && (await digestOfVersion(bucket, keyOf(name), found)) !== expected)
        throw new PlaceError(`${name} in ${place} is not what was archived`);
      await lockVersion(target, name, found, until);
    }
  };
  /** The archives that are known to be locked need not be checked next time. */
  const locked = new Set<string>();
  return {
    place,
    holds: true,
    async begin(base, until) {
      await holdLocking(bucket);
      const found = await head(manifestName(base));
      if (found !== undefined && isLocked(found)) throw neverAnew(base);
      const folder = newScratch('khatm-archive-');
      const taken = new Map<string, HeadObjectCommandOutput>();
      return {
        folder,
        async take(signal) {
          for (const name of filesOf(base))
            taken.set(name, await upload(keyOf(name), path.join(folder, name + partSuffix), signal));
        },
        async keep() {
          for (const name of filesOf(base)) {
            const newest = await head(name);
            // Another process may have overwritten this file meanwhile, unknown to the database.
            const ownVersion =
              newest !== undefined && newest.VersionId === taken.get(name)?.VersionId
                ? newest
                : await upload(keyOf(name), path.join(folder, name + partSuffix));
            await lockVersion(target, name, ownVersion, until);
          }
          locked.add(base);
        },
        end: async () => removeOwn(folder),
      };
    },
    async finish({ base, sha256, until }) {
      if (locked.has(base)) return true;
      const manifest = await get(manifestName(base));
      if (manifest === undefined) return false;
      const bytes = await buffer(streamOf(manifest));
      if (digestOf(bytes) !== sha256) return false;
      await lockKnown(base, until, digestsOf(base, bytes));
      locked.add(base);
      return true;
    },
    async open(name) {
      const found = await get(name);
      if (found === undefined) return undefined;
      return { bytes: found.ContentLength ?? 0, stream: streamOf(found), isLocked: isLocked(found) };
    },
  };
}

async function unlessMissing<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof StoreError && missing.has(error.code)) return undefined;
    throw error;
  }
}

function streamOf({ Body: body }: GetObjectCommandOutput): Readable {
  if (!(body instanceof Readable)) throw new Error('the store answered without a file');
  return body;
}

type Found = Pick<HeadObjectCommandOutput, 'ObjectLockMode' | 'ObjectLockRetainUntilDate'>;

const isLocked = ({ ObjectLockMode: mode, ObjectLockRetainUntilDate: until }: Found) =>
  mode === 'COMPLIANCE' && until !== undefined && until.getTime() > Date.now();

/**
 * Refuses a bucket that could not protect the files.
 * @throws Error if the bucket was made without Object Lock, since it could not protect the files
 */
async function holdLocking(bucket: Bucket): Promise<void> {
  const found = await bucket
    .ask('GetObjectLockConfiguration', (client) =>
      client.send(new GetObjectLockConfigurationCommand({ Bucket: bucket.name })),
    )
    .catch((error: unknown) => {
      const isWithout =
        error instanceof StoreError && error.code.startsWith('ObjectLockConfigurationNotFound');
      if (isWithout) return undefined;
      throw error;
    });
  if (found?.ObjectLockConfiguration?.ObjectLockEnabled !== 'Enabled')
    throw new PlaceError(
      `s3://${bucket.name} has no Object Lock, without which anybody could delete archives`,
    );
}

/**
 * Returns true for a version that is locked until this day. Also true for any version once the day is over, because no
 * store accepts a lock that ends in the past.
 */
const isLockedUntil = (found: Found, until: string) =>
  riyadhDayEnd(until) <= Date.now() ||
  (isLocked(found) && (found.ObjectLockRetainUntilDate?.getTime() ?? 0) >= riyadhDayEnd(until));

async function lockVersion(
  { bucket, keyOf }: BucketFolder,
  name: string,
  found: HeadObjectCommandOutput,
  until: string,
) {
  if (isLockedUntil(found, until)) return;
  const version = { Bucket: bucket.name, Key: keyOf(name), VersionId: found.VersionId };
  await bucket.ask('PutObjectRetention', (client) =>
    client.send(
      new PutObjectRetentionCommand({
        ...version,
        Retention: { Mode: 'COMPLIANCE', RetainUntilDate: new Date(riyadhDayEnd(until)) },
      }),
    ),
  );
  const now = await bucket.ask('HeadObject', (client) => client.send(new HeadObjectCommand(version)));
  if (!isLocked(now)) throw new PlaceError(`${name} is not locked in s3://${bucket.name}`);
}

function digestsOf(base: string, manifest: Buffer): Record<string, string> {
  const sha256 = digestOf(manifest);
  const { object } = z
    .object({ object: z.object({ sha256: z.string() }) })
    .parse(JSON.parse(manifest.toString()));
  return {
    [manifestName(base)]: sha256,
    [objectName(base)]: object.sha256,
    [sumsName(base)]: digestOf(Buffer.from(sumsOf(base, { object: object.sha256, sha256 }))),
  };
}
