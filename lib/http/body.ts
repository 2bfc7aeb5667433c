import * as z from 'zod/mini';

/** A JSON object. Members that are not declared are dropped. @param id of the component in the OpenAPI document */
export const bodyOf = <Members extends z.core.$ZodLooseShape>(
  id: string,
  description: string,
  members: Members,
) =>
  z.object(members, { error: 'The body must be a JSON object' }).check(z.meta({ id, description }));
