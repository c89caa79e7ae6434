import { app, type Session } from 'electron';

/*
 * Nothing of the page leaves the machine but through the contract. Its policy closes fetch, images and the like;
 * WebRTC asks no policy, and is closed here: by its own rule for UDP, by a proxy that is nowhere for TCP, and by names
 * that nobody resolves, since a name alone can carry data. The terminal's own calls are Node's and take no part in it.
 */

/** Is never anybody's (RFC 6761), and is not even looked up. */
const nowhere = 'http://khatm.invalid:9';

/** Must run before Electron is ready. */
export function closeNames(): void {
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
  app.on('web-contents-created', (_, contents) => {
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  });
}

/** Resolves when no connection of a session can leave any more. */
export function closeConnections(session: Session): Promise<void> {
  return session.setProxy({ mode: 'fixed_servers', proxyRules: nowhere, proxyBypassRules: '<-loopback>' });
}
