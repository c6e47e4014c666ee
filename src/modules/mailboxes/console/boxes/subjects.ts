/** Texts by which lists and forms of boxes are labelled. */
export const accountSubject = { namespace: 'mailboxes', kind: 'mailAccount' } as const;
/** Grants on boxes. */
export const authSubject = { namespace: 'mailboxes', kind: 'mailAuth' } as const;
/** What holds for mail on all terminals. */
export const settingSubject = { namespace: 'mailboxes', kind: 'mailSetting' } as const;
