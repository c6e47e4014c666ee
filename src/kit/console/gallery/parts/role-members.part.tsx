/** Who holds the chosen role. */
export { RoleMembers as default } from '../../roles/role-members.tsx';
