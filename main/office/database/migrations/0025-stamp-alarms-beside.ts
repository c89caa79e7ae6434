import type { OfficeMigration } from './guarded.ts';

const renamed = (table: string) => `
    CREATE TRIGGER present_cause BEFORE INSERT ON ${table}
      FOR EACH ROW WHEN (NEW.cause = 'seal') EXECUTE FUNCTION call_it_stamp();`;

/**
 * A version before the previous step may run beside this one. It has the cause's old name, and ends alarms of causes that
 * it does not know: each of the two would end the other's alarm every minute, and tell the recipients.
 */
export const stampAlarmsBeside: OfficeMigration = {
  name: 'alarms of invalid stamps beside an older version',
  sql: `
    CREATE FUNCTION call_it_stamp() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      NEW.cause := 'stamp';
      RETURN NEW;
    END $$;
    ${renamed('alarm')}${renamed('alarm_notice')}
    -- Row level security would hide the rows of every tenant from an owner who is no superuser.
    ALTER TABLE alarm NO FORCE ROW LEVEL SECURITY;
    ALTER TABLE alarm_notice NO FORCE ROW LEVEL SECURITY;
    UPDATE alarm AS a SET ended_at = now() WHERE cause = 'seal' AND ended_at IS NULL AND EXISTS (
      SELECT FROM alarm AS s WHERE s.device = a.device AND s.cause = 'stamp' AND s.ended_at IS NULL);
    UPDATE alarm SET cause = 'stamp' WHERE cause = 'seal';
    UPDATE alarm_notice SET cause = 'stamp' WHERE cause = 'seal';
    ALTER TABLE alarm FORCE ROW LEVEL SECURITY;
    ALTER TABLE alarm_notice FORCE ROW LEVEL SECURITY;
    CREATE POLICY of_stamps ON alarm AS RESTRICTIVE FOR UPDATE
      USING (cause <> 'stamp' OR (SELECT current_setting('khatm.stamps', true)) = 'on');
  `,
};
