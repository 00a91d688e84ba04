import { clipperStories, hostStories, spotlight } from '#web/features/marketing/stories-content.ts';
import { OutlineBadge } from '#web/ui/pages/badge.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { Fact, Facts, Panel } from '#web/ui/pages/panel.tsx';
import { InfoPage } from './info-page.tsx';
import { Band, SignUpLinks } from './info-parts.tsx';

export function SuccessStoriesPage() {
  return (
    <InfoPage
      title="Success stories"
      description="Examples of how hosts and clippers use Permille, with every sum computed by the formula."
      lead="How a host spends a budget, and how a clipper earns it."
      action={<SignUpLinks />}
    >
      <Note title="These are examples.">
        Permille is in beta, so the people and the views are made up. The sums are not: each is computed by
        the formula that pays real clips.
      </Note>
      <Band title="Hosts">
        <Stories stories={hostStories} verb="paid" />
      </Band>
      <Band title="Clippers">
        <Stories stories={clipperStories} verb="earned" />
      </Band>
      <Band title="Listing spotlight">
        <Panel title={spotlight.title} action={<OutlineBadge>Example</OutlineBadge>}>
          <div className="grid grid-cols-1 gap-x-16 gap-y-6 md:grid-cols-[1.4fr_1fr]">
            <p className="max-w-150 text-md leading-[1.6]">{spotlight.text}</p>
            <Facts>
              {spotlight.facts.map(({ name, value }) => (
                <Fact key={name} name={name}>
                  {value}
                </Fact>
              ))}
            </Facts>
          </div>
        </Panel>
      </Band>
    </InfoPage>
  );
}

function Stories({ stories, verb }: { stories: typeof hostStories; verb: string }) {
  return (
    <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
      {stories.map((story) => (
        <li
          key={story.title}
          className="flex flex-col items-start rounded-panel border border-line bg-surface p-6 max-md:p-4"
        >
          <OutlineBadge>Example</OutlineBadge>
          <h3 className="mt-3.5 font-bold text-md">{story.title}</h3>
          <p className="mt-1.5 mb-5 text-muted">{story.text}</p>
          <p className="mt-auto">
            <span className="num block text-3xl">{story.sum}</span>
            <span className="mt-2 block text-muted text-sm">
              {verb} for {story.of}
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}
