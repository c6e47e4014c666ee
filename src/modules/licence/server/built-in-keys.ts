/** The public keys that licences are checked with (Ed25519, SubjectPublicKeyInfo in base64). Two, so that one can be replaced. */
export const builtInKeys: Readonly<Record<string, string>> = {
  'wheelhouse-2026-a': 'MCowBQYDK2VwAyEAlDGwbm6ycMYA+g9jm2+ZFrznDGdf2VUNfj61AeNnAQE=',
  'wheelhouse-2026-b': 'MCowBQYDK2VwAyEA+QYPND60HLpl6LywjMbOFaguo9NonOp9mcoWiQ6yH2I=',
};
