package main

import "slices"

// unknown is a tag that no answer shows: another than all before.
const unknown = ""

// A tag names a state of a pet or a category. Nothing is assumed of its form: two tags are equal or not.
type tag struct {
	// The tag that clients saw last.
	now string
	// All that they saw so far, the present one too.
	seen *seen
}

type seen struct {
	text   string
	before *seen
}

func (s *seen) has(text string) bool {
	for ; s != nil; s = s.before {
		if s.text == text {
			return true
		}
	}
	return false
}

// observed is false if the state cannot have the tag that an answer shows.
func (t tag) observed(text string) (bool, tag) {
	if text == unknown {
		return false, t
	}
	if t.now != unknown {
		return t.now == text, t
	}
	if t.seen.has(text) {
		return false, t
	}
	return true, tag{text, &seen{text, t.seen}}
}

// matches says whether If-Match takes the state. Where that depends on a tag that no answer shows, the answer to this request decides.
func (t tag) matches(op *Operation) bool {
	if len(op.IfMatch) == 0 || slices.Contains(op.IfMatch, "*") {
		return true
	}
	if t.now != unknown {
		return slices.Contains(op.IfMatch, t.now)
	}
	unseen := slices.ContainsFunc(op.IfMatch, func(text string) bool { return !t.seen.has(text) })
	return unseen && (op.Answer == nil || op.Answer.Status != 412)
}
