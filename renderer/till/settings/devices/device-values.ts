import {
  type Connection,
  type Devices,
  type Display,
  devicesSchema,
  type PrinterConnection,
} from '../../../../shared/contract/till/devices.ts';

/** Latin letters, because few displays have others; a shop may set its own. */
const usualWords: Display['words'] = { welcome: 'WELCOME', item: 'ITEM', total: 'TOTAL', change: 'CHANGE' };

export function lineOf(connection: PrinterConnection | undefined) {
  return {
    host: connection?.by === 'network' ? connection.host : '',
    port: String(connection?.by === 'network' ? connection.port : 9_100),
    path: connection?.by === 'path' ? connection.path : '',
    baud: String(connection?.by === 'path' ? connection.baud : 9_600),
  };
}
export type LineValues = Readonly<ReturnType<typeof lineOf>>;

export function valuesOf({ printer, cut, drawer, display, scanner, card }: Devices) {
  const displayBy: Connection['by'] | 'none' = display?.connection.by ?? 'none';
  return {
    printerBy: printer.by,
    printer: lineOf(printer),
    cut,
    use: drawer.use,
    pin: drawer.pin,
    displayBy,
    display: lineOf(display?.connection),
    words: display?.words ?? usualWords,
    scanner: scanner ?? { prefix: '', suffix: '' },
    card,
  };
}
export type DeviceValues = Readonly<ReturnType<typeof valuesOf>>;

export function connectionOf(by: Connection['by'], { host, port, path, baud }: LineValues): Connection {
  return by === 'network'
    ? { by, host: host.trim(), port: Number(port) }
    : { by, path: path.trim(), baud: Number(baud) as Extract<Connection, { by: 'path' }>['baud'] };
}

export function devicesOf(values: DeviceValues): Devices {
  const { printerBy, printer, cut, use, pin, displayBy, display, words, scanner, card } = values;
  return {
    printer: printerBy === 'system' ? { by: printerBy } : connectionOf(printerBy, printer),
    cut,
    drawer: { use, pin },
    ...(displayBy !== 'none' && { display: { connection: connectionOf(displayBy, display), words } }),
    ...((scanner.prefix !== '' || scanner.suffix !== '') && { scanner }),
    card,
  };
}

/** Returns the paths of invalid values, such as `printer.host`, by the schema that the terminal uses too. */
export function wrongPlaces(values: DeviceValues): ReadonlySet<string> {
  const parsed = devicesSchema.safeParse(devicesOf(values));
  return new Set(parsed.error?.issues.map(({ path }) => path.join('.').replace('.connection', '')));
}
