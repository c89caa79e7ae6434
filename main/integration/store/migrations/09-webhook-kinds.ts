import type { Migration } from '../../../books/ledger/database/database.ts';

export const webhookKinds: Migration = {
  name: 'every kind of event has a name',
  sql: `
    -- Until now a kind without a name was not sent, whatever its receivers had asked for. Now each kind has a name, and
    -- a receiver goes on being told of what it was told of.
    UPDATE webhook_endpoint SET kinds = (
      SELECT json_group_array(kind.value) FROM json_each(webhook_endpoint.kinds) AS kind
      WHERE kind.value IN (
        SELECT name.key FROM json_each(coalesce(
          (SELECT json_extract(value, '$.names') FROM setting WHERE key = 'webhooks'),
          '{"cleared":"","rejected":""}')) AS name));

    -- A test, or what was left for a receiver that was removed: both were to be given up, and a crash came between.
    UPDATE webhook_delivery SET state = 'discarded', next_at = NULL, discard_reason = 'endpoint removed'
    WHERE state IN ('waiting', 'dead')
      AND (source IS NULL OR endpoint IN (SELECT id FROM webhook_endpoint WHERE removed_at IS NOT NULL));

    CREATE INDEX webhook_delivery_invoice ON webhook_delivery (invoice_uuid, seq);
  `,
};
