/** The id of the root department; it can be renamed, but not moved, disabled or deleted. */
export const rootDepartmentId = '00000000-0000-7000-8000-000000000010';
