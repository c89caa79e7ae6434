import { fail } from '../../../shared/failure.ts';
import type { Changes } from '../../books/ledger/database/changes.ts';
import type { RemoteCredentials } from './credentials.ts';
import type { Connection, StoredStatus } from './stored-status.ts';
import type { Tokens } from './tokens.ts';

/** A layer whose tokens are in use here. */
export interface Session {
  readonly connection: Connection;
  /** They fail with `not-found` as soon as another layer has been set up, by whatever program. */
  readonly tokens: Tokens;
}

export interface SessionOptions {
  readonly changes: Pick<Changes, 'kept' | 'follow'>;
  readonly stored: Pick<StoredStatus, 'connection'>;
  readonly credentials: Pick<RemoteCredentials, 'tokensFor'>;
}

/** A token goes only to the layer that made it, even if another program sets up another layer meanwhile. */
export function createSession({ changes, stored, credentials }: SessionOptions) {
  const connectionId = () => stored.connection()?.id ?? '';

  function open(connection: Connection): Session {
    const tokens = credentials.tokensFor(connection);
    const orRefuse = () => connection.id === connectionId() || fail('not-found');
    return {
      connection,
      tokens: {
        async get() {
          orRefuse();
          const token = await tokens.get();
          orRefuse();
          return token;
        },
        refused: tokens.refused,
      },
    };
  }

  return {
    /** Returns the session of the layer that is set up; undefined if there is none. */
    current: changes.kept('the access token of the integration layer', connectionId, () => {
      const connection = stored.connection();
      return connection && open(connection);
    }),
    /** Calls back when another layer was set up. */
    follow: (onChange: () => void) =>
      changes.follow('the timer of the integration layer', connectionId, onChange),
  };
}
