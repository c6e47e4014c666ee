export const zh_CN = {};
