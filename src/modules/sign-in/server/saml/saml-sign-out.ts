import { randomBytes } from 'node:crypto';
import { ValidateInResponseTo, type Profile, type SamlConfig as Options } from '@node-saml/node-saml';
import type { Services } from '#kit/server/services.ts';
import { AnswerRefused } from '../answer-refused.ts';
import { logoutOf } from '../auth-setting/auth-setting.view.ts';
import type { Ended, OpenSetting, RedirectWay, SignOutMessage } from '../redirect-way.ts';
import { configOf, refusedFor, samlFor, skewMillis, type Asked } from './saml-client.ts';
import { assertNoTricks, assertPlainXml, documentIn } from './saml-document.ts';
import { samlKey } from './saml-keys.ts';
import { signedDocument } from './redirect-signature.ts';

/** A sign-out is for now: what is older was kept back. */
const mostAgeMillis = 5 * 60_000;

const newAsked = ({ callback }: OpenSetting): Asked => ({
  id: `_${randomBytes(20).toString('hex')}`,
  at: new Date().toISOString(),
  callback,
});

/** The library for sign-outs: what we say is signed, and who speaks is looked at. */
async function signingSaml(services: Services, open: OpenSetting, { asked, more = {} }: { asked: Asked; more?: Partial<Options> }) {
  const config = configOf(open);
  const { key } = await samlKey(services, 'signing');
  return samlFor(config, asked, {
    privateKey: key,
    signatureAlgorithm: 'sha256',
    logoutUrl: config.logoutUrl,
    idpIssuer: config.idpIssuer,
    ...more,
  });
}

/** Our request that the session there ends, by redirect and signed. */
export const signOutThere: RedirectWay['signOut'] = async (services, open, { link, state }) => {
  if (configOf(open).logoutUrl === '') return undefined;
  const asked = newAsked(open);
  const saml = await signingSaml(services, open, { asked });
  const { Format, NameQualifier, SPNameQualifier } = link.kept;
  const who = {
    issuer: configOf(open).idpIssuer,
    nameID: link.subject,
    nameIDFormat: Format ?? 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
    ...(NameQualifier !== undefined && { nameQualifier: NameQualifier }),
    ...(SPNameQualifier !== undefined && { spNameQualifier: SPNameQualifier }),
    ...(link.key !== null && { sessionIndex: link.key }),
  } satisfies Profile;
  return { address: await saml.getLogoutUrlAsync(who, state, {}), kept: { ...asked } };
};

/** A provider ends sessions: what it says is signed, for us, of now and said once. */
export async function endedBy(services: Services, open: OpenSetting, message: SignOutMessage): Promise<Ended> {
  const config = configOf(open);
  const asked = newAsked(open);
  const saml = await signingSaml(services, open, { asked });
  const { xml, believe } = await openedMessage(open, message, 'SAMLRequest');
  const { profile } = await believe(saml).catch((error: unknown) => Promise.reject(refusedFor(error)));
  if (!profile) throw new AnswerRefused('document');
  const said = rootOf(xml, 'LogoutRequest');
  const at = assertForUs(said, open);
  const relay = message.parameters.get('RelayState') ?? '';
  return {
    message: { id: profile['ID'] as string, until: at + mostAgeMillis + 2 * skewMillis },
    subject: profile.nameID.trim(),
    key: profile.sessionIndex ?? null,
    // Without an address of its own it is not waiting for an answer.
    answer: config.logoutUrl === '' ? undefined : () => saml.getLogoutResponseUrlAsync(profile, relay, {}, true),
  };
}

/** The provider's answer to our own request: signed, for us, and to the very request that this browser took along. */
export const believeSignOut: RedirectWay['signedOut'] = async (services, open, message) => {
  const { kept } = message;
  const asked = { id: kept['id'] ?? '', at: kept['at'] ?? '', callback: kept['callback'] ?? '' };
  // In a form the library asks for a signature only where it was told to want one, and looks for our request in another place.
  const more = message.query === null ? { wantAuthnResponseSigned: true, validateInResponseTo: ValidateInResponseTo.never } : {};
  const saml = await signingSaml(services, open, { asked, more });
  const { xml, believe } = await openedMessage(open, message, 'SAMLResponse');
  await believe(saml).catch((error: unknown) => Promise.reject(refusedFor(error)));
  const said = rootOf(xml, 'LogoutResponse');
  if (said['InResponseTo'] !== asked.id) throw new AnswerRefused('nonce');
  assertForUs(said, open);
};

type Saml = Awaited<ReturnType<typeof signingSaml>>;
type Name = 'SAMLRequest' | 'SAMLResponse';

/** A message in an address is signed with it, one in a form in itself. */
async function openedMessage(
  open: OpenSetting,
  { parameters, query }: SignOutMessage,
  name: Name,
): Promise<{ xml: string; believe: (saml: Saml) => Promise<{ profile: Profile | null }> }> {
  const sent = parameters.get(name) ?? '';
  if (query !== null) {
    const opened = await signedDocument(query, name, configOf(open).certificates);
    assertNoTricks(opened.xml);
    const container = Object.fromEntries(new URLSearchParams(opened.query));
    return { xml: opened.xml, believe: (saml) => saml.validateRedirectAsync(container, opened.query) };
  }
  const xml = documentIn(sent);
  assertPlainXml(xml);
  if (name === 'SAMLRequest') return { xml, believe: (saml) => saml.validatePostRequestAsync({ SAMLRequest: sent }) };
  return { xml, believe: (saml) => saml.validatePostResponseAsync({ SAMLResponse: sent }) };
}

/** The attributes of the outermost element; all of a signed message is signed. */
function rootOf(xml: string, name: string): Record<string, string> {
  const head = new RegExp(String.raw`^(?:<\?xml[^>]*\?>)?\s*<(?:[\w.-]+:)?${name}(\s[^>]*)>`).exec(xml)?.[1];
  if (head === undefined) throw new AnswerRefused('document');
  return Object.fromEntries(
    [...head.matchAll(/\s([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, key = '', one, other]) => [key, one ?? other ?? '']),
  );
}

/** Answers when it was said. */
function assertForUs(said: Record<string, string>, { callback, setting }: OpenSetting): number {
  const at = Date.parse(said['IssueInstant'] ?? '');
  const age = Date.now() - at;
  if (!(age < mostAgeMillis + skewMillis && age > -skewMillis)) throw new AnswerRefused('time');
  if (said['Destination'] !== logoutOf(callback, setting)) throw new AnswerRefused('audience');
  return at;
}
