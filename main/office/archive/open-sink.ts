import { openFolderSink } from './folder-sink.ts';
import type { ArchiveSink } from './sink.ts';

/**
 * Opens the place that a person named: `s3://bucket/prefix`, or a folder.
 * @throws TypeError for a store that the environment variables do not describe
 */
export async function openSink(place: string): Promise<ArchiveSink> {
  if (!place.startsWith('s3://')) return openFolderSink(place);
  // This module is loaded only by offices that have such a store.
  const { openS3Sink } = await import('./s3-sink.ts');
  return openS3Sink(place, process.env);
}
