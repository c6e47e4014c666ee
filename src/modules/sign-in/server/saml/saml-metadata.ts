const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const bodyOf = (certificate: string): string => certificate.replaceAll(/-----[^-]+-----|\s/g, '');
const key = (use: string, certificate: string, more = ''): string =>
  `<md:KeyDescriptor use="${use}"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${bodyOf(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>${more}</md:KeyDescriptor>`;

const bindings = 'urn:oasis:names:tc:SAML:2.0:bindings:';
/** How assertions may be encrypted for us, the best first. */
const methods = [
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
];

interface Described {
  entityId: string;
  callback: string;
  logout: string;
  signing: string;
  encryption: string;
}

/** The document by which a provider gets to know us (SAML V2.0 Metadata): addresses, what we sign with, what is encrypted for us. */
export function metadataDocument({ entityId, callback, logout, signing, encryption }: Described): string {
  const encrypting = methods.map((method) => `<md:EncryptionMethod Algorithm="${method}"/>`).join('');
  const signOut = ['HTTP-Redirect', 'HTTP-POST'].map(
    (binding) => `<md:SingleLogoutService Binding="${bindings}${binding}" Location="${escaped(logout)}"/>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${escaped(entityId)}">`,
    '<md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" AuthnRequestsSigned="false" WantAssertionsSigned="true">',
    key('signing', signing),
    key('encryption', encryption, encrypting),
    ...signOut,
    `<md:AssertionConsumerService index="1" isDefault="true" Binding="${bindings}HTTP-POST" Location="${escaped(callback)}"/>`,
    '</md:SPSSODescriptor>',
    '</md:EntityDescriptor>',
  ].join('\n');
}
