import { openFolderSink } from './folder-sink.ts';
import type { ArchiveSink } from './sink.ts';

/**
 * Opens the place that somebody wrote: `s3://bucket/prefix`, or a folder.
 * @throws TypeError for a store that the environment does not describe
 */
export async function openSink(place: string): Promise<ArchiveSink> {
  if (!place.startsWith('s3://')) return openFolderSink(place);
  // Loaded by offices that have a store alone.
  const { openS3Sink } = await import('./s3-sink.ts');
  return openS3Sink(place, process.env);
}
