export const zh_CN = {
  'ui.none': '—',
};
