/** What the chosen role grants, and where. */
export { RoleAuthority as default } from '../../roles/role-authority.tsx';
