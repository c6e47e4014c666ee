/** Texts by which lists and forms of this module are labelled. */
export const accountSubject = { namespace: 'public-accounts', kind: 'sno' } as const;
/** Who works for an account. */
export const memberSubject = { namespace: 'public-accounts', kind: 'snoMember' } as const;
/** Rows of an audience. */
export const audienceSubject = { namespace: 'public-accounts', kind: 'snoAudience' } as const;
/** What holds for all accounts. */
export const settingSubject = { namespace: 'public-accounts', kind: 'mpmSetting' } as const;
/** Logos of an account. */
export const logoSubject = { namespace: 'public-accounts', kind: 'snoLogo' } as const;
