/** The key of a chain, in the order of the key's columns, and its owners. */
export interface ChainKey {
  readonly bucket: number;
  readonly device: number;
  readonly generation: number;
  readonly tenant: number;
  readonly entity: number;
  readonly branch: number;
}
