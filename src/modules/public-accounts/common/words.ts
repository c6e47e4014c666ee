/** How an account stands in the list of a terminal: folded together with others, or as an entry of its own. */
export const accountTypes = ['subscription', 'service'] as const;
/** Who may follow, the strongest first: `forced` follows without asking and can't leave, `preset` follows until one leaves, `allowed` may follow. */
export const audienceModes = ['forced', 'preset', 'allowed'] as const;
/** One of them. */
export type AudienceMode = (typeof audienceModes)[number];
/** What rows of an audience name. */
export const audienceMembers = ['employee', 'department', 'crowd'] as const;
/** One of them. */
export type AudienceMember = (typeof audienceMembers)[number];
/** What an editor may do. */
export const editorRights = ['write', 'submit', 'reply', 'comment'] as const;
/** One of them. */
export type EditorRight = (typeof editorRights)[number];
/** What is noted of the life of an account, by the tab in which it is listed. */
export const logTabs = ['operation', 'reply', 'subscription', 'delivery'] as const;
/** One of them. */
export type LogTab = (typeof logTabs)[number];
/** Who may comment on what an account publishes: nobody, everybody at once, after review, or only what is picked is shown. */
export const commentModes = ['off', 'open', 'review', 'featuredOnly'] as const;
