/** Who holds the chosen role. */
export { RoleMembers as default } from '#kit/console/roles/role-members.tsx';
