/** What the chosen role grants, and where. */
export { RoleAuthority as default } from '#kit/console/roles/role-authority.tsx';
