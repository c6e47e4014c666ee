/** How a mail server is spoken to: TLS from the first byte, TLS after a greeting, or nothing that protects. */
export const securities = ['tls', 'startTls', 'plain'] as const;
/** How a box is signed in to: by what its person types once, by a stored password, or by an account of the server that may open every box. */
export const signIns = ['own', 'stored', 'master'] as const;
/** Sources of the name under which a box is signed in to. */
export const loginSources = ['address', 'account', 'template'] as const;
/** What a template of sign-in names may hold in braces. */
export const loginPlaces = ['address', 'local', 'domain', 'account', 'employeeNo'] as const;
/** Folders with a special use. */
export const specialFolders = ['sent', 'drafts', 'trash', 'junk', 'archive'] as const;
/** One of them. */
export type SpecialFolder = (typeof specialFolders)[number];
/** Where a sent mail comes into the folder of sent ones: this product puts it there, or the server does it by itself. */
export const sentModes = ['append', 'server'] as const;

/** Whose a box is: somebody's own, several people's, or a program's. */
export const boxKinds = ['personal', 'shared', 'service'] as const;
/** One of them. */
export type BoxKind = (typeof boxKinds)[number];
/** State of a box: never signed in to, ready, refused by its server three times, closed because its person left. */
export const boxStates = ['new', 'ready', 'failing', 'closed'] as const;
/** One of them. */
export type BoxState = (typeof boxStates)[number];

/** Functions of mail on terminals, which members are given. */
export const mailFunctions = ['read', 'send', 'attachments', 'remoteImages', 'search'] as const;
/** One of them. */
export type MailFunction = (typeof mailFunctions)[number];
/** Kinds of who may use mail on terminals. */
export const memberKinds = ['employee', 'department', 'crowd'] as const;
/** One of them. */
export type MemberKind = (typeof memberKinds)[number];

/** Rights on a box that is somebody else's. */
export const boxRights = ['read', 'flag', 'move', 'delete', 'sendAs', 'sendOnBehalf', 'manage'] as const;
/** One of them. */
export type BoxRight = (typeof boxRights)[number];
/** Kinds of who may open a box that is somebody else's. */
export const authKinds = ['employee', 'crowd'] as const;
/** State of such a grant by the clock. */
export const authStates = ['planned', 'on', 'ended'] as const;

/** What a notice of new mail shows on a locked terminal. */
export const notices = ['none', 'sender', 'subject'] as const;

/** Result of a step of a look at a mail server: done, failed, or not tried because of an earlier one or because nobody signs in. */
export const probeResults = ['ok', 'failed', 'skipped'] as const;
