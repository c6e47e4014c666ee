/** Texts of the pages of sources. */
export const zh_CN = {
  'source.new': '新建来源',
};
