import { app, type Session } from 'electron';

/*
 * The page can send data from this machine only through the contract. Its policy blocks fetch, images and the like, but
 * not WebRTC. WebRTC is blocked here: by a rule for UDP, by a proxy that does not exist for TCP, and by refusing name
 * lookups, since a name alone can carry data. The terminal's own calls use Node and are not affected.
 */

/** A name reserved to be invalid (RFC 6761), which is not even looked up. */
const nowhere = 'http://khatm.invalid:9';

/** Must run before Electron is ready. `except` is a host that may still be called; IP addresses count as names here. */
export function closeNames(except?: string): void {
  const rules = except === undefined ? 'MAP * ~NOTFOUND' : `MAP * ~NOTFOUND, EXCLUDE ${except}`;
  app.commandLine.appendSwitch('host-resolver-rules', rules);
  app.on('web-contents-created', (_, contents) => {
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  });
}

/** Resolves when the connections of a session are blocked, except those to this host and port. */
export function closeConnections(session: Session, except?: string): Promise<void> {
  const proxyBypassRules = except === undefined ? '<-loopback>' : `<-loopback>;${except}`;
  return session.setProxy({ mode: 'fixed_servers', proxyRules: nowhere, proxyBypassRules });
}
