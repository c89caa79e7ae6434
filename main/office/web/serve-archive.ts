import type { FastifyInstance } from 'fastify';
import { type ArchiveFile, archiveFiles, keepers } from '../../../shared/office/archive.ts';
import { openArchiveFile } from '../archive/read-archive.ts';
import type { ArchiveSink } from '../archive/sink.ts';
import type { OfficeDatabase } from '../database/database.ts';
import { writeLine } from '../people/office-log.ts';
import type { PeopleSecrets } from '../people/secrets.ts';
import { signedInBy } from '../people/sessions.ts';
import { isOwnHost, isOwnSite, sessionOf } from './web.ts';

interface Params {
  readonly entity: string;
  readonly period: string;
  readonly part: string;
  readonly file: string;
}

const isFile = (file: string): file is ArchiveFile => archiveFiles.some((each) => each === file);

export function serveArchive(
  app: FastifyInstance,
  database: OfficeDatabase,
  {
    sink,
    secrets,
    origin,
    now,
  }: { sink: ArchiveSink; secrets: PeopleSecrets; origin?: string | undefined; now: () => number },
): void {
  app.get<{ Params: Params }>('/office/archive/:entity/:period/:part/:file', async (request, reply) => {
    if (!isOwnHost(request, origin) || !isOwnSite(request)) return reply.code(403).send();
    const token = sessionOf(request, origin);
    const by = token === undefined ? undefined : await signedInBy({ database, secrets }, token, now());
    const isKeeper = keepers.some((role) => role === by?.role);
    if (by === undefined || !isKeeper || by.branches.length > 0) return reply.code(403).send();
    const { period, file } = request.params;
    const [entity, part] = [Number(request.params.entity), Number(request.params.part)];
    if (!isFile(file) || !Number.isInteger(entity) || !Number.isInteger(part)) return reply.code(404).send();
    const found = await openArchiveFile(database, by.scope, sink, { entity, period, part }, file);
    if (found === undefined) return reply.code(404).send();
    const { tenant, person } = by;
    await database.within({ tenant }, (client) =>
      writeLine(client, { tenant, person, action: 'archive.taken', detail: { file: found.name } }, now()),
    );
    return reply
      .headers({
        'content-disposition': `attachment; filename="${found.name}"`,
        'content-length': String(found.bytes),
        'content-type': 'application/octet-stream',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      .send(found.stream);
  });
}
