/** A column that an import knows. */
export interface ImportColumnChoice {
  readonly name: string;
  readonly label: string;
  readonly required?: boolean;
}

/** A column of the file with its first values. */
export interface SheetColumn {
  readonly title: string;
  readonly samples: readonly string[];
}

/** What columns are called beside their label, in the files that people have. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  account: [
    'login',
    'user',
    'username',
    'userid',
    'loginname',
    'samaccountname',
    'uid',
    '账号',
    '帐号',
    '登录名',
    '用户名',
    'アカウント',
    'ログインid',
    'ユーザーid',
  ],
  name: ['fullname', 'displayname', 'employeename', '姓名', '名字', '名称', '氏名', '名前'],
  nameEn: ['englishname', '英文名', '英語名'],
  employeeNo: ['employeeid', 'employeenumber', 'staffno', 'staffid', 'no', '工号', '员工编号', '社員番号', '従業員番号'],
  department: ['departments', 'dept', 'org', 'organization', 'orgunit', 'team', '部门', '主部门', '所属部门', '部署', '所属', '部門'],
  otherDepartments: ['otherdepartments', '兼职部门', '兼務部門'],
  title: ['jobtitle', 'position', '职务', '职位', '岗位', '役職'],
  mobile: ['phone', 'mobilephone', 'cell', 'cellphone', '手机', '手机号', '手机号码', '携帯電話', '携帯'],
  workPhone: ['officephone', 'telephone', 'tel', '办公电话', '座机', '電話'],
  email: ['mail', 'emailaddress', '邮箱', '电子邮件', 'メール', 'メールアドレス'],
  gender: ['sex', '性别', '性別'],
  birthday: ['dateofbirth', 'birthdate', 'dob', '生日', '出生日期', '生年月日'],
  hireDate: ['startdate', 'joined', 'joindate', 'dateofhire', '入职日期', '入社日'],
  managerAccount: ['manager', 'supervisor', 'reportsto', '上级', '直属上级', '上司'],
  costCentre: ['costcenter', '成本中心', 'コストセンター'],
  remark: ['remarks', 'note', 'notes', 'comment', '备注', '備考'],
  code: ['id', 'key', '编码', '代码', 'コード'],
  description: ['about', '描述', '说明', '説明'],
};

/** What only one kind of column holds, by its values. */
const shapes: readonly (readonly [name: string, shape: RegExp])[] = [
  ['email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['mobile', /^(\+\d{1,3}[\s-]?)?1\d{2}[\s-]?\d{4}[\s-]?\d{4}$/],
  ['department', /^[^/]+(\/[^/]+)+$/],
  ['account', /^[a-z][a-z0-9]*([._-][a-z0-9]+)+$/],
];

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_\-.*:：()（）]/g, '');

/** For each column of the file the one it is, or undefined: known by its title, by what such columns are often called, or by its values. Each is given once. */
export function guessColumns(columns: readonly ImportColumnChoice[], sheet: readonly SheetColumn[]): (string | undefined)[] {
  const found: (string | undefined)[] = sheet.map(() => undefined);
  const take = (fits: (choice: ImportColumnChoice, column: SheetColumn) => boolean): void => {
    for (const [at, column] of sheet.entries()) {
      if (found[at] !== undefined) continue;
      found[at] = columns.find((choice) => !found.includes(choice.name) && fits(choice, column))?.name;
    }
  };
  take((choice, { title }) => isTitle(choice, title));
  take((choice, { title }) => (otherNames[choice.name] ?? []).includes(plain(title)));
  take((choice, { samples }) => {
    const shape = shapes.find(([name]) => name === choice.name)?.[1];
    const values = samples.map((value) => value.trim()).filter((value) => value !== '');
    return shape !== undefined && values.length > 0 && values.every((value) => shape.test(value));
  });
  return found;
}

/** Whether a title says by itself which column it is. */
export const isTitle = ({ name, label }: ImportColumnChoice, title: string): boolean => [name, label].map(plain).includes(plain(title));
