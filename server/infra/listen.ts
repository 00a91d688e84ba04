import pg from 'pg';
import { inUtc } from '#db/utc-session.ts';

/** Calls `onNotice` at each notice of a channel, and after each period without a connection. */
export type Listen = (channel: string, onNotice: () => void) => { close(): Promise<void> };

const RETRY_MS = 1_000;

/** Listens on a dedicated connection, which is reopened whenever it breaks. */
export const listenAt =
  (url: string): Listen =>
  (channel, onNotice) => {
    let client: pg.Client | null = null;
    let timer: NodeJS.Timeout | undefined;
    let isClosed = false;
    const connect = async (): Promise<void> => {
      const next = new pg.Client({
        connectionString: inUtc(url),
        connectionTimeoutMillis: 10_000,
        keepAlive: true,
        application_name: 'permille-listen',
      });
      client = next;
      // The "end" event handles every failure.
      next.on('error', () => undefined);
      next.on('notification', onNotice);
      next.once('end', () => {
        if (!isClosed) timer = setTimeout(() => void connect(), RETRY_MS).unref();
      });
      try {
        await next.connect();
        await next.query(`listen ${pg.escapeIdentifier(channel)}`);
        onNotice();
      } catch {
        await next.end().catch(() => undefined);
      }
    };
    void connect();
    return {
      async close() {
        isClosed = true;
        clearTimeout(timer);
        await client?.end().catch(() => undefined);
      },
    };
  };
