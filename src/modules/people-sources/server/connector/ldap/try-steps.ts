import type { LdapPlace, LdapWay } from '#platform/ldap/open-ldap.ts';
import type { LdapSourceConfig } from '../../../common/config/ldap.ts';
import { SourceFailure, type ConnectorHouse, type OpenSource, type TestLine, type TestStep } from '../connector.ts';
import type { Dialect } from './dialect.ts';
import { sourceFailure } from './failure.ts';
import { scopeOf } from './scope.ts';
import { openSession, type Session, type Waits } from './session.ts';

type Trace = NonNullable<LdapWay['trace']>;

/** Writes the lines of a test. */
class Lines {
  readonly all: TestLine[] = [];

  async step<T>(step: TestStep, what: string, work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const ms = (): number => Math.round(performance.now() - started);
    try {
      const result = await work();
      this.all.push({ step, ok: true, what, ms: ms() });
      return result;
    } catch (error) {
      const failure = sourceFailure(error, what);
      this.all.push({ step, ok: false, category: failure.category, what: failure.what, ms: ms() });
      throw failure;
    }
  }

  /** The way to a server. LDAPS connects and encrypts in one: by how it failed one sees how far it came. */
  trace(security: LdapPlace['security']): Trace {
    const steps = { dns: 'resolve', tcp: 'connect', tls: 'tls' } as const;
    return async (step, where, work) => {
      if (step !== 'tls' || security !== 'ldaps') return this.step(steps[step], where, work);
      const started = performance.now();
      try {
        const result = await this.step('tls', where, work);
        this.all.splice(-1, 0, { step: 'connect', ok: true, what: where, ms: Math.round(performance.now() - started) });
        return result;
      } catch (error) {
        const last = this.all.pop();
        if (!last) throw error;
        if (last.category === 'tls') this.all.push({ step: 'connect', ok: true, what: where, ms: last.ms }, last);
        else this.all.push({ ...last, step: 'connect' });
        throw error;
      }
    };
  }
}

/** Whether people can be seen, with the ids by which they are known again. */
async function readOne(session: Session, config: LdapSourceConfig, dialect: Dialect): Promise<void> {
  const { people, departments } = scopeOf(config, dialect);
  const hasAny = async (base: string, filter: typeof people.filter): Promise<boolean> => {
    for await (const [entry] of session.pages({ base, scope: 'sub', filter, attributes: [...dialect.ids] }, 1)) {
      if (entry && dialect.idOf(entry) === undefined) throw new SourceFailure('permission', `${dialect.ids[0]}: ${entry.dn}`);
      return true;
    }
    return false;
  };
  const found: boolean[] = [];
  for (const base of people.bases) found.push(await hasAny(base, people.filter));
  if (!found.includes(true)) throw new SourceFailure('empty', people.bases.join('; '));
  if (config.departments === 'ou' || config.departments === 'groups')
    for (const base of departments.bases) await hasAny(base, departments.filter);
}

/** Tries every server in turn, step by step, up to the first step that fails: a spare server that is not there is told before it is needed. */
export async function trySteps(
  parts: { house: ConnectorHouse; dialect: Dialect; waits: Waits },
  source: OpenSource<LdapSourceConfig>,
  signal: AbortSignal,
): Promise<TestLine[]> {
  const { house, dialect, waits } = parts;
  const lines = new Lines();
  try {
    for (const server of source.config.servers) {
      const one = { ...source, config: { ...source.config, servers: [server] } };
      const way: LdapWay = { signal, trace: lines.trace(source.config.security) };
      const where = `${server.host}:${server.port}`;
      const session = await signedIn(lines, { where, open: () => openSession(house, one, way, waits) });
      try {
        await lines.step('read', where, () => readOne(session, source.config, dialect));
      } finally {
        session.close();
      }
    }
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
  }
  return lines.all;
}

/** What went wrong on the way there has its own line already. */
async function signedIn(lines: Lines, { where, open }: { where: string; open: () => Promise<Session> }): Promise<Session> {
  const started = performance.now();
  try {
    const session = await open();
    lines.all.push({ step: 'signIn', ok: true, what: where, ms: Math.round(performance.now() - started) });
    return session;
  } catch (error) {
    const failure = sourceFailure(error, where);
    if (lines.all.at(-1)?.ok !== false)
      lines.all.push({
        step: 'signIn',
        ok: false,
        category: failure.category,
        what: failure.what,
        ms: Math.round(performance.now() - started),
      });
    throw failure;
  }
}
