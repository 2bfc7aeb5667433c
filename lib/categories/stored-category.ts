import * as z from 'zod/mini';
import { ownedMembers } from '../revisions/precondition.ts';
import { buildDeclaredMembers } from '../values/declared-members.ts';
import { Category } from './category.ts';

/** The partition key of every category: all of them are one list, in order of their ids. */
export const CATEGORY_KIND = 'category';

export const categoryKey = (id: bigint) => ({ kind: CATEGORY_KIND, id });

/** A category with what only the service knows of it. */
export const CategoryItem = z.object({ ...Category.shape, ...ownedMembers });
export type CategoryItem = z.infer<typeof CategoryItem>;

export const toCategory = buildDeclaredMembers(Category);
