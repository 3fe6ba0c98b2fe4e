import { rejectReasons } from '@baraza/contract/complaint/desk';
import type { DemoComplaint } from './demo-complaint.ts';
import { billPicture } from './demo-pictures.ts';

/** Ten sample complaints that cover every state a citizen can see. */
export const demoSamples: readonly DemoComplaint[] = [
  {
    by: 'citizen',
    mda: 'Travel Documents Office',
    jurisdiction: 'Central branch',
    category: 'Delayed Approvals',
    title: 'Passport renewal delayed for six weeks',
    description:
      '<p>I handed in my old passport and paid for the <strong>ten-day service</strong>. That is six weeks ago.</p><p>Each time I call I am told to come back next week.</p>',
    location: 'Central branch, counter 2',
    filed: 40,
    steps: [
      { at: 39, action: 'start' },
      { at: 38, action: 'note', text: 'The file waits in the print room. Asked for the batch number.' },
      {
        at: 36,
        action: 'reply',
        text: 'Thank you for telling us. Your application is complete; the printing was held up. We expect your passport within ten days.',
      },
      {
        at: 8,
        action: 'resolve',
        text: 'Your passport is ready at counter 1. Please bring the receipt. The fee for the ten-day service is paid back to you.',
      },
    ],
  },
  {
    by: 'citizen',
    mda: 'Road Transport Authority',
    jurisdiction: 'Lakeside District',
    category: 'Illegal Duty',
    title: 'Asked to pay an unofficial fee at the licence counter',
    description:
      '<p>At counter 4 the officer asked for an extra payment <strong>in cash</strong> before he would stamp the form. He gave no receipt. Two other people in the queue were asked the same.</p>',
    location: 'Counter 4, Lakeside branch',
    filed: 6,
    steps: [
      { at: 5.2, action: 'start' },
      {
        at: 5,
        action: 'note',
        text: 'Duty roster for counter 4 requested from the branch. Two similar reports this month.',
      },
      {
        at: 0.1,
        action: 'reply',
        text: 'Thank you for writing. The branch manager has been told that no cash fee applies to this form. Please come to counter 1 on any day and it will be stamped at once.',
      },
    ],
  },
  {
    by: 'citizen',
    mda: 'National Water Corporation',
    jurisdiction: 'River Zone',
    category: 'Billing/Payment',
    title: 'Charged twice for the same month of water',
    description:
      '<p>My newest bill lists the same month <strong>two times</strong>, with the same meter reading. A photo of the bill is attached.</p>',
    location: 'House 14, Acacia Close',
    filed: 1,
    picture: { name: 'water-bill.png', svg: billPicture },
    steps: [],
  },
  {
    by: 'citizen',
    mda: 'Ministry of Health',
    category: 'Poor Service',
    title: 'Clinic closed during opening hours',
    description:
      '<p>The sign says Monday to Friday, 8 to 4. I came with my mother at ten in the morning and found the door locked.</p>',
    location: 'Hillside clinic',
    filed: 84,
    steps: [{ at: 82, action: 'withdraw', reason: 'The clinic called me and explained. We were seen the next day.' }],
  },
  {
    by: 'citizen',
    mda: 'Electricity Distribution Agency',
    category: 'Emergency',
    title: 'Street lights out on the market road',
    description:
      '<p>All lamps but one have been dark for a week. Traders close early because people are afraid to walk home.</p><ul><li>from the bus stop</li><li>to the old bridge</li></ul>',
    location: 'Market road, between bus stop and bridge',
    filed: 4,
    steps: [
      { at: 3, action: 'start' },
      {
        at: 0.9,
        action: 'ask',
        text: 'Our crew found a cut cable near the bridge. Can you tell us the number painted on the last pole that still has light?',
      },
    ],
  },
  {
    by: 'citizen2',
    mda: 'Travel Documents Office',
    jurisdiction: 'Harbour branch',
    category: 'Poor Service',
    title: 'My name is spelt wrong on the new passport',
    description:
      '<p>The second name has one letter too many. My form and my birth certificate are right. I travel next month.</p>',
    location: 'Harbour branch',
    filed: 2,
    steps: [],
  },
  {
    by: 'citizen2',
    mda: 'Ministry of Education',
    category: 'Illegal Duty',
    title: 'Fees asked for a free public school',
    description:
      '<p>The head teacher asks each family for a "building fee" and sends children home whose parents have not paid.</p>',
    location: 'Riverside primary school',
    filed: 47,
    steps: [
      { at: 46, action: 'start' },
      {
        at: 44,
        action: 'reply',
        text: 'We have asked the school for its books. No child may be sent home over a fee.',
      },
      {
        at: 33,
        action: 'resolve',
        text: 'The fee was not allowed. The school pays it back this week, and all children are in class again.',
      },
      { at: 31, rating: 5, text: 'The money came back and my daughter is in school. Thank you.' },
    ],
  },
  {
    by: 'citizen2',
    mda: 'Land Registry',
    category: 'Delayed Approvals',
    title: 'Land title search unanswered for a month',
    description: '<p>I paid for a search of plot 221 a month ago and have heard nothing.</p>',
    location: 'Land Registry, front desk',
    filed: 28,
    steps: [
      { at: 27, action: 'start' },
      { at: 26, action: 'note', text: 'Same plot and payer as a request that was answered last week.' },
      { at: 25, action: 'proposeRejection', reason: rejectReasons[0] },
      { at: 25, action: 'reject' },
    ],
  },
  {
    by: 'citizen',
    mda: 'City Council',
    jurisdiction: 'Market Ward',
    category: 'Others',
    title: 'Bins beside the school are never emptied',
    description:
      '<p>The three bins at the school gate have been full for two weeks. Rats come at noon, when the children eat outside.</p>',
    location: 'School gate, Mill street',
    filed: 23,
    steps: [
      { at: 22, action: 'start' },
      { at: 15, action: 'resolve', text: 'The bins were emptied on Monday and are on the list for every week now.' },
      { at: 14, rating: 2, text: 'Emptied once. I hope it lasts.' },
      { at: 1.5, action: 'reopen', reason: 'They were emptied that one time only. All three are full again.' },
    ],
  },
  {
    by: 'citizen2',
    mda: 'Road Transport Authority',
    jurisdiction: 'Northern District',
    category: 'Delayed Approvals',
    title: 'Driving test cancelled twice without notice',
    description:
      '<p>I took a day off work for each of the two dates. Both times the examiner did not come and nobody told us.</p>',
    location: 'Testing centre, Northern District',
    filed: 38,
    steps: [{ at: 35, action: 'start' }],
  },
];
