import { Stack } from 'aws-cdk-lib';
import { Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { EVENT_TYPES } from '../../../../lib/events/event-types.ts';

/** Counts what happens: pets created, orders placed, and the other types of events. */
export class EventCounts extends Construct {
  private readonly namespace = Stack.of(this).stackName;

  /** @param logGroup has the lines of `functions/record-events/count-events.ts` */
  constructor(scope: Construct, id: string, logGroup: ILogGroup) {
    super(scope, id);
    new MetricFilter(this, 'Recorded', {
      logGroup,
      filterPattern: FilterPattern.stringValue('$.code', '=', 'recorded'),
      metricNamespace: this.namespace,
      metricName: 'events',
      metricValue: '$.count',
      dimensions: { type: '$.type' },
    });
  }

  /** The count of each type. CloudWatch bills each as a metric, in hours with such an event. */
  metrics(options: MetricOptions): readonly Metric[] {
    const types: readonly string[] = Object.values(EVENT_TYPES).flat();
    return types.map(
      (type) =>
        new Metric({
          namespace: this.namespace,
          metricName: 'events',
          dimensionsMap: { type },
          label: type,
          statistic: 'Sum',
          ...options,
        }),
    );
  }
}
