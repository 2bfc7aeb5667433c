/** The parts of an UpdateItem that set these attributes. Conditions may use their names and values too. */
export const setAttributes = (attributes: Readonly<Record<string, unknown>>) => {
  const entries = Object.entries(attributes);
  return {
    UpdateExpression: `SET ${entries.map(([name]) => `#${name} = :${name}`)}`,
    ExpressionAttributeNames: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(
      entries.map(([name, value]) => [`:${name}`, value]),
    ),
  };
};
