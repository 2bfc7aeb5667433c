/** One entry of a template's Parameters. */
export interface StackParameter {
  readonly Type?: string | undefined;
  readonly Default?: unknown;
}

/**
 * The value of `Ref` for a parameter: the given value or the default; undefined without either. An
 * SSM parameter's default is only its name. AWS CloudFormation User Guide, "CloudFormation template
 * Parameters syntax".
 */
export const parameterValue = (
  { Type = 'String', Default }: StackParameter,
  given: string | undefined,
): unknown => {
  const value = given ?? (Type.startsWith('AWS::SSM::') ? undefined : Default);
  if (value === undefined) return undefined;
  if (Type === 'Number') return Number(value);
  const isList = Type === 'CommaDelimitedList' || Type.includes('List<');
  return isList
    ? String(value)
        .split(',')
        .map((item) => item.trim())
    : value;
};
