import { perProduct } from '#kit/server/per-product.ts';
import type { Services } from '#kit/server/services.ts';

/** Viewer of a widget's page, as named by a ticket. */
export interface TicketHolder {
  readonly uid: string;
  readonly account: string;
  readonly name: string;
  readonly widgetId: string;
  readonly platform: number;
}

/** Who knows widgets: whose ticket this is, and whether a widget is meant for somebody. */
export interface WidgetSource {
  /** Undefined where the ticket is none, is over, or was made for pages of other hosts than `origin`. */
  byTicket(services: Services, ticket: string, origin: string | undefined): Promise<TicketHolder | undefined>;
  /** Whether somebody may use a widget; one that the source does not know is not its to refuse. */
  mayUse(services: Services, widgetId: string, uid: string): Promise<boolean>;
}

/** Who knows widgets in a running product; the module of connected widgets adds itself at start. */
export const widgetSources = perProduct(() => {
  const sources: WidgetSource[] = [];
  return {
    add: (source: WidgetSource): void => void sources.push(source),
    byTicket: async (services: Services, ticket: string, origin: string | undefined): Promise<TicketHolder | undefined> => {
      for (const source of sources) {
        const found = await source.byTicket(services, ticket, origin);
        if (found) return found;
      }
      return undefined;
    },
    mayUse: async (services: Services, widgetId: string, uid: string): Promise<boolean> => {
      for (const source of sources) if (!(await source.mayUse(services, widgetId, uid))) return false;
      return true;
    },
  };
});
