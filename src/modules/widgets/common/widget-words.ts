/** Where a widget stands: new, online, taken offline. */
export const widgetStatus = { fresh: 1, online: 2, offline: 3 } as const;
/** How a widget is made: offline web pages, an address, a page of the app, an app of a store. */
export const widgetKinds = ['package', 'link', 'native', 'store'] as const;
/** Where a widget opens. */
export const openings = ['inside', 'browser', 'window'] as const;
/** How a widget is held. */
export const orientations = ['both', 'portrait', 'landscape'] as const;
/** How a widget learns who uses it. */
export const signIns = ['none', 'ticket'] as const;
/** Who may use a widget. */
export const audiences = ['everyone', 'roles'] as const;
/** Calls of the app that a widget may make. */
export const bridgeCalls = [
  'camera',
  'album',
  'location',
  'scan',
  'contacts',
  'file',
  'share',
  'clipboard',
  'bluetooth',
  'nfc',
  'microphone',
  'notification',
] as const;
/** When a new version reaches terminals: when the widget is opened, ahead of it, or before anything else. */
export const updateModes = ['onOpen', 'ahead', 'forced'] as const;
/** Functions of an app that app roles give. */
export const appFunctions = ['chat', 'contacts', 'calendar', 'mail', 'meeting', 'files', 'scan', 'share', 'export', 'screenshot'] as const;
/** Release channels that app roles open. */
export const appChannels = ['beta', 'internal'] as const;
