import {
  type NotificationChannel,
  type NotificationTiming,
  type NotificationTopic,
  timingsFor,
} from '#contract/notifications/notification-topics.ts';
import { Select } from '#web/ui/forms/select.tsx';
import { channelLabels } from './channel-labels.ts';

const options: Record<NotificationTiming, string> = {
  now: 'Now',
  daily: 'Daily',
  weekly: 'Weekly',
  off: 'Off',
};

interface TimingChoiceProps {
  topic: NotificationTopic;
  channel: NotificationChannel;
  /** Label of the topic. */
  name: string;
  value: NotificationTiming | undefined;
  onChoose: (timing: NotificationTiming) => void;
}

/** Chooses the timing of one topic on one channel. If there is only one timing, shows it as text. */
export function TimingChoice({ topic, channel, name, value, onChoose }: TimingChoiceProps) {
  const timings = timingsFor(topic, channel);
  const label = channelLabels[channel];
  return (
    <div className="flex min-w-0 flex-col gap-1 text-sm">
      <span aria-hidden className="text-muted text-xs">
        {label}
      </span>
      {timings.length > 1 ? (
        <Select
          compact
          aria-label={`${name}, ${label}`}
          value={value}
          options={timings.map((timing) => ({ value: timing, label: options[timing] }))}
          onChange={(event) => onChoose(event.target.value as NotificationTiming)}
        />
      ) : (
        <span className="flex h-9 items-center">
          <span className="sr-only">{label}: </span>Always
        </span>
      )}
    </div>
  );
}
