import { Stack } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { EVENT_TYPES } from '../../../../lib/events/event-types.ts';

/**
 * Counts what happens: pets created, orders placed, and the other types of events.
 * @param logGroup has the lines of `functions/record-events/log-event-counts.ts`
 * @returns the count of each type. CloudWatch bills each as a metric, in hours with such an event
 */
export const countEvents = (parent: Construct, logGroup: ILogGroup): readonly Metric[] => {
  const filter = new MetricFilter(new Construct(parent, 'Events'), 'Recorded', {
    logGroup,
    filterPattern: FilterPattern.stringValue('$.code', '=', 'recorded'),
    metricNamespace: Stack.of(parent).stackName,
    metricName: 'events',
    metricValue: '$.count',
    dimensions: { type: '$.type' },
  });
  const types: readonly string[] = Object.values(EVENT_TYPES).flat();
  return types.map((type) =>
    filter.metric({ dimensionsMap: { type }, label: type, statistic: 'Sum' }),
  );
};
