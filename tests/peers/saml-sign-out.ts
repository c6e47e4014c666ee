import { randomBytes } from 'node:crypto';
import type { IdentityProvider, ServiceProvider } from 'samlify';

/** Our product, as the provider knows it by its metadata. */
export type Client = ReturnType<typeof ServiceProvider>;
/** What of the provider concerns sign-outs. */
interface Side {
  provider: ReturnType<typeof IdentityProvider>;
  origin: string;
  user: { nameId: string };
  session: string;
  out: { nameId: string; sessionIndex: string }[];
  /** What its answer says other than the truth. */
  said: Record<string, string> | undefined;
}

const filled =
  (said: Record<string, string>) =>
  (template: string): { id: string; context: string } => {
    const all: Record<string, string> = { NameIDFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified', ...said };
    return { id: all['ID'] ?? '', context: template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => all[name] ?? whole) };
  };

/** What every message says of itself. */
const tagsOf = (provider: Side['provider'], client: Client, binding: 'redirect' | 'post'): Record<string, string> => ({
  ID: `_${randomBytes(16).toString('hex')}`,
  Issuer: provider.entityMeta.getEntityID(),
  IssueInstant: new Date().toISOString(),
  Destination: String(client.entityMeta.getSingleLogoutService(binding)),
});

/** A sign-out that the provider begins, for the session of its last sign-in unless said. */
export function signOutOf(
  peer: Omit<Side, 'out' | 'said' | 'origin'>,
  client: Client,
  { binding, said = {} }: { binding: 'redirect' | 'post'; said?: Record<string, string> | undefined },
): { address: string; form: string } {
  const user = { logoutNameID: peer.user.nameId, sessionIndex: peer.session };
  const fill = filled({ ...tagsOf(peer.provider, client, binding), NameID: peer.user.nameId, SessionIndex: peer.session, ...said });
  const made = peer.provider.createLogoutRequest(client, binding, user, { relayState: 'there', customTagReplacement: fill });
  return binding === 'redirect'
    ? { address: made.context, form: '' }
    : { address: '', form: new URLSearchParams({ SAMLRequest: made.context, RelayState: 'there' }).toString() };
}

/** Believes a sign-out of ours when it is signed as our metadata says, and answers where the browser goes. An answer of ours ends at a page. */
export async function answerSignOut(peer: Side, client: Client, search: string): Promise<string> {
  const query = Object.fromEntries(new URLSearchParams(search));
  const octetString = search.slice(0, search.indexOf('&Signature='));
  const { provider } = peer;
  if (query['SAMLResponse'] !== undefined) {
    await provider.parseLogoutResponse(client, 'redirect', { query, octetString });
    return `${peer.origin}/done`;
  }
  const { extract } = await provider.parseLogoutRequest(client, 'redirect', { query, octetString });
  peer.out.push({ nameId: String(extract.nameID), sessionIndex: String(extract.sessionIndex) });
  const said = {
    ...tagsOf(provider, client, 'redirect'),
    InResponseTo: String(extract.request?.id),
    StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
    ...peer.said,
  };
  const fill = filled(said);
  const made = provider.createLogoutResponse(client, { extract }, 'redirect', {
    relayState: query['RelayState'] ?? '',
    customTagReplacement: fill,
  });
  return made.context;
}
