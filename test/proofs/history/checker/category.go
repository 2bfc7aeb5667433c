package main

// categoryState is a category: the state of one partition.
type categoryState struct {
	id     int64
	exists bool
	owner  string
	name   string
	tag    tag
	ended  bool
}

func (s categoryState) equal(other categoryState) bool {
	return s.exists == other.exists && s.owner == other.owner && s.name == other.name &&
		s.tag.now == other.tag.now && s.ended == other.ended
}

func (s categoryState) step(op *Operation) (bool, categoryState) {
	switch op.Op {
	case "putCategory":
		return s.put(op)
	case "getCategory":
		if !s.exists {
			return s.refuse(op, 404)
		}
		return s.show(op, 200)
	case "deleteCategory":
		return s.remove(op)
	default:
		s.ended = true
		return true, s
	}
}

func (s categoryState) put(op *Operation) (bool, categoryState) {
	others := s.exists && s.owner != op.Account
	switch {
	case op.IfNoneMatch && others:
		// Both are true, and nothing promises which comes.
		return s.refuse(op, 403, 412)
	case others:
		return s.refuse(op, 403)
	case op.IfNoneMatch && s.exists, len(op.IfMatch) > 0 && !s.exists, s.exists && !s.tag.matches(op):
		return s.refuse(op, 412)
	}
	status := 201
	if s.exists {
		status = 200
	}
	s.exists, s.owner, s.name = true, op.Account, valueOr(op.Body.Name, "")
	s.tag = tag{unknown, s.tag.seen}
	return s.show(op, status)
}

func (s categoryState) remove(op *Operation) (bool, categoryState) {
	switch {
	case !s.exists:
		return s.refuse(op, 404)
	case s.owner != op.Account:
		return s.refuse(op, 403)
	case !s.tag.matches(op):
		return s.refuse(op, 412)
	}
	s.exists, s.owner, s.name = false, "", ""
	s.tag = tag{unknown, s.tag.seen}
	return op.Answer == nil || op.Answer.Status == 204, s
}

func (s categoryState) refuse(op *Operation, statuses ...int) (bool, categoryState) {
	if op.Answer == nil {
		return s.ended, s
	}
	for _, status := range statuses {
		if op.Answer.Status == status {
			return true, s
		}
	}
	return false, s
}

func (s categoryState) show(op *Operation, status int) (bool, categoryState) {
	answer := op.Answer
	if answer == nil {
		return true, s
	}
	if answer.Status != status || answer.Category == nil || *answer.Category != (Category{s.id, s.name}) {
		return false, s
	}
	ok, shown := s.tag.observed(answer.ETag)
	s.tag = shown
	return ok, s
}
