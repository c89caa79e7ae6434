const magic = 0xfd2fb528;

/**
 * Returns the content size that the first frame declares (RFC 8878, section 3.1.1.1); undefined if it does not say, or
 * is not a frame.
 */
export function zstdContentSize(frame: Buffer): number | undefined {
  if (frame.length < 5 || frame.readUInt32LE(0) !== magic) return undefined;
  const descriptor = frame.readUInt8(4);
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 0x03] ?? 0;
  const flag = descriptor >> 6;
  const at = 5 + (isSingleSegment ? 0 : 1) + dictionaryBytes;
  if (flag === 0 && !isSingleSegment) return undefined;
  if (frame.length < at + 2 ** flag) return undefined;
  if (flag === 0) return frame.readUInt8(at);
  if (flag === 1) return frame.readUInt16LE(at) + 256;
  if (flag === 2) return frame.readUInt32LE(at);
  return Number(frame.readBigUInt64LE(at));
}
