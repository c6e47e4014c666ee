/** Texts of merging, filters, settings and files of departments. */
export const zh_CN = {
  'error.12008': '无法合并：{reason}',
  'job.mergeDepartments': '合并部门到“{name}”',
};
