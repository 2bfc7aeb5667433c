import * as z from 'zod';
import { ofType, type ParsedTemplate, rendered } from './parsed-template.ts';

const dashboardSchema = z.object({
  widgets: z.array(
    z.object({
      type: z.string(),
      properties: z.object({
        alarms: z.array(z.unknown()).default([]),
        metrics: z.array(z.unknown()).default([]),
      }),
    }),
  ),
});
type Widget = z.output<typeof dashboardSchema>['widgets'][number];

/** Counts something in each dashboard; one dashboard may give several counts. */
export const ofDashboards =
  (count: (widgets: readonly Widget[]) => readonly number[]) => (template: ParsedTemplate) =>
    ofType(template, 'AWS::CloudWatch::Dashboard').flatMap(([id, { Properties }]) => {
      const body = z.string().parse(rendered(Properties['DashboardBody']));
      const { widgets } = dashboardSchema.parse(JSON.parse(body));
      return count(widgets).map((each) => [id, each] as const);
    });
